package io.iamplane.webhook.right;

import io.iamplane.shared.Aal;
import io.iamplane.shared.SubjectRef;

/**
 * By whose rights a webhook is sent events.
 *
 * @param subject who made it or altered it last
 * @param aal the assurance that the subject had established
 */
public record Authority(SubjectRef subject, Aal aal) {}
