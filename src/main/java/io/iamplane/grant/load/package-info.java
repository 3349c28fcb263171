/** Loading objects and relations from a file. */
@NullMarked
package io.iamplane.grant.load;

import org.jspecify.annotations.NullMarked;
