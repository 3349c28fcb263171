/** The language of manifests: what an application declares about itself. Pure. */
@NullMarked
package io.iamplane.catalog.manifest;

import org.jspecify.annotations.NullMarked;
