/** Refusals as RFC 9457 problems: the one way in which an error leaves the control plane. */
@NullMarked
package io.iamplane.http.problem;

import org.jspecify.annotations.NullMarked;
