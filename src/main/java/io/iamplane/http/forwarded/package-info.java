/** Finds the client of a request behind proxies. */
@NullMarked
package io.iamplane.http.forwarded;

import org.jspecify.annotations.NullMarked;
