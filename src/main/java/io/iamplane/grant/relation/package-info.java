/** Relations (tuples) between objects, and their import. */
@NullMarked
package io.iamplane.grant.relation;

import org.jspecify.annotations.NullMarked;
