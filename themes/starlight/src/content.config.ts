import { docsLoader } from "@astrojs/starlight/loaders";
import { docsSchema } from "@astrojs/starlight/schema";
import { defineCollection } from "astro:content";

/** The address of a page is the path of its file, letter by letter, as the links in the data expect it. */
const pathOf = ({ entry }: { entry: string }) => entry.replace(/\.mdx?$/, "").replace(/(?<=\/)index$/, "").replace(/\/$/, "");

export const collections = {
  docs: defineCollection({ loader: docsLoader({ generateId: pathOf }), schema: docsSchema() }),
};
