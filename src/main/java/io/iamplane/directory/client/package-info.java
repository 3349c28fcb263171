/** OAuth clients: their subjects and scopes, the check of their secrets, and their public keys. */
@NullMarked
package io.iamplane.directory.client;

import org.jspecify.annotations.NullMarked;
