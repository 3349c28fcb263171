/** The language of manifests, by which an application describes itself. Pure. */
@NullMarked
package io.iamplane.catalog.document;

import org.jspecify.annotations.NullMarked;
