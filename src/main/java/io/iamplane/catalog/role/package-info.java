/** Roles: what they contain, which roles they include, and their resource. */
@NullMarked
package io.iamplane.catalog.role;

import org.jspecify.annotations.NullMarked;
