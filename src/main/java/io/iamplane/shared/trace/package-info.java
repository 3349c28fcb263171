/**
 * Tracing as a small contract of our own, so that traced code knows no tracing library. {@code
 * iam.tracing.driver} chooses the destination of the spans.
 */
@NullMarked
package io.iamplane.shared.trace;

import org.jspecify.annotations.NullMarked;
