/** Reads bodies after the head was judged, into a budget, in bounded time. */
@NullMarked
package io.iamplane.http.body;

import org.jspecify.annotations.NullMarked;
