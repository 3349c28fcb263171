/**
 * OAuth clients: who may ask for tokens, for which subject, with which scopes, and how their
 * secrets are compared.
 */
@NullMarked
package io.iamplane.client;

import org.jspecify.annotations.NullMarked;
