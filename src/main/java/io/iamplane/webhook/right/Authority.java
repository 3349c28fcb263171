package io.iamplane.webhook.right;

import io.iamplane.shared.Aal;
import io.iamplane.shared.SubjectRef;

/** The account that created a webhook or changed it last, and its assurance level at that time. */
public record Authority(SubjectRef subject, Aal aal) {}
