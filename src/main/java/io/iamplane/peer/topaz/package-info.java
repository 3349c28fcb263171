/** Topaz's formats: manifests of version 3, objects and relations, and assertions. */
@NullMarked
package io.iamplane.peer.topaz;

import org.jspecify.annotations.NullMarked;
