/** Signing keys over HTTP, for administrators of the platform. */
@NullMarked
package io.iamplane.key.admin;

import org.jspecify.annotations.NullMarked;
