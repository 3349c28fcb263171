/** Signs checkpoints of chains and keeps copies of them outside the database. */
@NullMarked
package io.iamplane.audit.checkpoint;

import org.jspecify.annotations.NullMarked;
