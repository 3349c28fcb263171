/** Completes the OpenAPI document with what every operation has in common. */
@NullMarked
package io.iamplane.http.openapi;

import org.jspecify.annotations.NullMarked;
