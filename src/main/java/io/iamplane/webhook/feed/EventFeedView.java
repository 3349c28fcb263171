package io.iamplane.webhook.feed;

import com.fasterxml.jackson.databind.JsonNode;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/**
 * Events in commit order, as they are sent to webhooks.
 *
 * @param nextAfter what to ask for next, also when there is nothing yet
 * @param firstSeq the number of the oldest event that is kept; who has seen less missed some
 */
@RegisterForReflection
public record EventFeedView(
    @Schema(description = "CloudEvents 1.0; data.seq is the event's number") List<JsonNode> data,
    long nextAfter,
    long firstSeq) {}
