/**
 * Access tokens: how they are made and how a presented one is checked. Holding a {@link
 * io.iamplane.token.VerifiedToken} proves that every check was done.
 */
@NullMarked
package io.iamplane.token;

import org.jspecify.annotations.NullMarked;
