/** The way of a manifest: submitted, reviewed, applied, rolled back. */
@NullMarked
package io.iamplane.catalog.manifest;

import org.jspecify.annotations.NullMarked;
