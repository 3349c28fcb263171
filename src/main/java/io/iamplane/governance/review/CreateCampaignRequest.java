package io.iamplane.governance.review;

import io.quarkus.runtime.annotations.RegisterForReflection;
import jakarta.validation.Valid;
import jakarta.validation.constraints.DecimalMax;
import jakarta.validation.constraints.DecimalMin;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.time.Instant;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/**
 * The body of a campaign; see {@link Campaign} for the meaning of the members.
 *
 * @param scopeJson absent: every permit
 * @param reviewer a user or service account, by id or external id; required unless managers review
 * @param dueAt in the future
 * @param apply {@code at_close} if absent
 * @param maxBlastRadius 0.1 if absent
 */
@RegisterForReflection
public record CreateCampaignRequest(
    @NotBlank
        @Size(max = 100)
        @Pattern(regexp = "\\P{Cntrl}*", message = "must not contain control characters")
        @Schema(examples = "Warehouse, autumn")
        String name,
    @Nullable @Valid CampaignScope scopeJson,
    @NotNull @Schema(examples = "named") Campaign.ReviewerStrategy reviewerStrategy,
    @Nullable @Schema(examples = "user:ann") String reviewer,
    @NotNull @Schema(examples = "suspend") Campaign.OnUnconfirmed onUnconfirmed,
    @NotNull @Schema(examples = "2199-12-01T00:00:00Z") Instant dueAt,
    Campaign.@Nullable Apply apply,
    @Nullable @DecimalMin("0") @DecimalMax("1") @Schema(examples = "0.1") Double maxBlastRadius) {}
