/** The tenants' policies in memory: loaded from the tables, kept up to date from the changes. */
@NullMarked
package io.iamplane.decision.snapshot;

import org.jspecify.annotations.NullMarked;
