import { readFileSync } from "node:fs";
import starlight from "@astrojs/starlight";
import { defineConfig } from "astro/config";
import { catalogueSidebar } from "./src/components/report/sidebar.mjs";

/** Title, base path and address of the site, as the manifest gives them; written together with the pages. */
const { title, base, site } = JSON.parse(readFileSync(new URL("catalogue.config.json", import.meta.url), "utf8"));
const root = base.replace(/\/$/, "");

export default defineConfig({
  base: root || "/",
  ...(site ? { site } : {}),
  redirects: { "/": `${root}/catalogue/` },
  devToolbar: { enabled: false },
  vite: {
    build: {
      assetsInlineLimit: 0,
      // Plotly is one large file, loaded with the first chart that is drawn.
      chunkSizeWarningLimit: 2000,
      // Each MDX page would print a warning about a directive that Astro itself writes and reads.
      rolldownOptions: { onLog: (level, log, next) => log.code !== "MODULE_LEVEL_DIRECTIVE" && next(level, log) },
    },
  },
  integrations: [
    starlight({
      title,
      sidebar: catalogueSidebar(new URL("public/catalogue/index.json", import.meta.url)),
      routeMiddleware: "./src/components/report/route-data.mjs",
      customCss: ["./src/styles/site.css"],
      tableOfContents: { minHeadingLevel: 2, maxHeadingLevel: 3 },
      pagination: false,
      credits: false,
    }),
  ],
});
