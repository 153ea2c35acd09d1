import { defineRouteMiddleware } from "@astrojs/starlight/route-data";
import { escapeText } from "./logic/address.mjs";

/**
 * Starlight writes the content of head tags as it stands. Titles come from manifests and profiles and may hold
 * anything, so they are escaped here. Name this file in Starlight's `routeMiddleware`.
 */
export const onRequest = defineRouteMiddleware((context) => {
  for (const tag of context.locals.starlightRoute.head) {
    if (tag.tag === "title" && tag.content) tag.content = escapeText(tag.content);
  }
});
