/** Roles: their permissions, their included roles, and their resource. */
@NullMarked
package io.iamplane.catalog.role;

import org.jspecify.annotations.NullMarked;
