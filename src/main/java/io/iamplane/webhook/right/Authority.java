package io.iamplane.webhook.right;

import io.iamplane.shared.Aal;
import io.iamplane.shared.SubjectRef;

/**
 * The authority under which a webhook receives events.
 *
 * @param subject the account that created it or changed it last
 * @param aal the assurance level of the subject at that time
 */
public record Authority(SubjectRef subject, Aal aal) {}
