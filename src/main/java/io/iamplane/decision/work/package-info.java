/** The work limits of a request for decisions, and fair turns between tenants. */
@NullMarked
package io.iamplane.decision.work;

import org.jspecify.annotations.NullMarked;
