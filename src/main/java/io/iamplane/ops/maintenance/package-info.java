/** The migration of the database's schema, at start or by command. */
@NullMarked
package io.iamplane.ops.maintenance;

import org.jspecify.annotations.NullMarked;
