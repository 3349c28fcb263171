/** What would be decided otherwise, counted and grouped. */
@NullMarked
package io.iamplane.simulation.report;

import org.jspecify.annotations.NullMarked;
