/**
 * Writes the models and data of other systems as a manifest and relations of this product, and
 * reports each difference in a line. A part that cannot be imported never allows more than before.
 */
@NullMarked
package io.iamplane.migrate.target;

import org.jspecify.annotations.NullMarked;
