/** Completes the OpenAPI document with the common parts of all operations. */
@NullMarked
package io.iamplane.http.openapi;

import org.jspecify.annotations.NullMarked;
