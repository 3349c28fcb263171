/** A request and its answer for every part of the HTTP pipeline: identity, headers, path. */
@NullMarked
package io.iamplane.http.exchange;

import org.jspecify.annotations.NullMarked;
