import { defineRouteMiddleware } from "@astrojs/starlight/route-data";

/**
 * Starlight writes the content of head tags as it stands. Generated pages bring their `<title>` escaped; this does
 * the same for the site's own pages, whose title holds the catalogue's. Escaping what is escaped changes nothing.
 */
export const onRequest = defineRouteMiddleware((context) => {
  for (const tag of context.locals.starlightRoute.head) {
    if (tag.tag === "title" && tag.content) tag.content = tag.content.replaceAll("<", "&lt;");
  }
});
