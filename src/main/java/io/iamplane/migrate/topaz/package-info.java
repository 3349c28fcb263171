/** Topaz's formats: manifests of version 3, objects and relations, and assertions. */
@NullMarked
package io.iamplane.migrate.topaz;

import org.jspecify.annotations.NullMarked;
