/**
 * The OAuth 2.0 endpoints: the token endpoint (RFC 6749, section 3.2), introspection (RFC 7662),
 * revocation (RFC 7009) and the server's metadata (RFC 8414). Their errors have OAuth's own form,
 * not that of the Admin API's problems.
 */
@NullMarked
package io.iamplane.oauth;

import org.jspecify.annotations.NullMarked;
