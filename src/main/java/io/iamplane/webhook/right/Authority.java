package io.iamplane.webhook.right;

import io.iamplane.shared.Aal;
import io.iamplane.shared.SubjectRef;

/**
 * By whose rights a webhook is sent events.
 *
 * @param subject the account that created it or changed it last
 * @param aal the assurance that the subject had established
 */
public record Authority(SubjectRef subject, Aal aal) {}
