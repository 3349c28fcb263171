/** Where a request came from, when proxies stand between the client and this process. */
@NullMarked
package io.iamplane.http.forwarded;

import org.jspecify.annotations.NullMarked;
