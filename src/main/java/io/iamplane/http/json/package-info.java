/** Reads JSON strictly, within bounds, and names the place of every fault. */
@NullMarked
package io.iamplane.http.json;

import org.jspecify.annotations.NullMarked;
