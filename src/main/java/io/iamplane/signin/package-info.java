/**
 * People sign in: the authorization endpoint with its codes (RFC 6749, section 4.1, with RFC 7636
 * and RFC 9207), sessions in a cookie, the pages for people, and sign-out (OpenID Connect
 * RP-Initiated Logout 1.0). The token endpoint redeems the codes.
 */
@NullMarked
package io.iamplane.signin;

import org.jspecify.annotations.NullMarked;
