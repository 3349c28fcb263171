/** The language of manifests: what an application declares about itself. Pure. */
@NullMarked
package io.iamplane.catalog.document;

import org.jspecify.annotations.NullMarked;
