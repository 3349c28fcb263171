/** Repeated writes: the same request with the same key gets the answer of the first. */
@NullMarked
package io.iamplane.http.idempotency;

import org.jspecify.annotations.NullMarked;
