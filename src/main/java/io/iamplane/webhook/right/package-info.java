/**
 * An event is a read: who is sent it, or fetches it, learns what it says. These are the permissions
 * that this takes.
 */
@NullMarked
package io.iamplane.webhook.right;

import org.jspecify.annotations.NullMarked;
