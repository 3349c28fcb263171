/** Connections: how many there may be, and how long one may hold its place without a request. */
@NullMarked
package io.iamplane.http.connection;

import org.jspecify.annotations.NullMarked;
