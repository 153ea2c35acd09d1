import starlight from "@astrojs/starlight";
import { defineConfig } from "astro/config";
import { catalogueSidebar } from "./src/components/report/sidebar.mjs";

export default defineConfig({
  base: "/docs",
  integrations: [
    starlight({
      title: "Docs of a project",
      sidebar: [
        { label: "Guide", slug: "guide" },
        ...catalogueSidebar(new URL("public/catalogue/index.json", import.meta.url)),
      ],
      routeMiddleware: "./src/components/report/route-data.mjs",
    }),
  ],
});
