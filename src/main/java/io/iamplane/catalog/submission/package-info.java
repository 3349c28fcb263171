/** The way of a manifest: handed in, reviewed, applied, rolled back. */
@NullMarked
package io.iamplane.catalog.submission;

import org.jspecify.annotations.NullMarked;
