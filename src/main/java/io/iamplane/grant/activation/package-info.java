/** Activation of dormant grants by their subjects: just in time, and in emergencies. */
@NullMarked
package io.iamplane.grant.activation;

import org.jspecify.annotations.NullMarked;
