/**
 * People sign in through their organization's OpenID provider (OpenID Connect Core 1.0, section
 * 3.1, with RFC 7636 and RFC 9207): the provider that an administrator names, the way there and
 * back, the verification of its ID tokens by the library, and the rules that make them people here.
 */
@NullMarked
package io.iamplane.signin.federation;

import org.jspecify.annotations.NullMarked;
