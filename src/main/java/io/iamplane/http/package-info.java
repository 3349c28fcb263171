/**
 * The stages of every request before its feature: identity of the request, transport,
 * authentication, limits and permission, in that order.
 */
@NullMarked
package io.iamplane.http;

import org.jspecify.annotations.NullMarked;
