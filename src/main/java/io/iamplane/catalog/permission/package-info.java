/** Permissions that applications declare, and which of them a tenant has. */
@NullMarked
package io.iamplane.catalog.permission;

import org.jspecify.annotations.NullMarked;
