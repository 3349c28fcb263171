/** The decision point over OpenID AuthZEN 1.0. */
@NullMarked
package io.iamplane.decision.authzen;

import org.jspecify.annotations.NullMarked;
