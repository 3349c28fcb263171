/** Roles on the wire. */
@NullMarked
package io.iamplane.catalog.role;

import org.jspecify.annotations.NullMarked;
