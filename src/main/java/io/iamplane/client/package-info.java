/**
 * OAuth clients: who may ask for tokens, for which subject, with which scopes, how their secrets
 * are compared, and which public keys they have.
 */
@NullMarked
package io.iamplane.client;

import org.jspecify.annotations.NullMarked;
