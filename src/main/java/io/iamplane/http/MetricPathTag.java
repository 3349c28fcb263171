package io.iamplane.http;

import io.micrometer.core.instrument.Tags;
import io.quarkus.arc.Unremovable;
import io.quarkus.micrometer.runtime.HttpServerMetricsTagsContributor;
import jakarta.inject.Singleton;

/** Hides the path of a request that the server refused by itself, before it came to our code. */
@Singleton
@Unremovable // The figures find it by its type.
class MetricPathTag implements HttpServerMetricsTagsContributor {

  private static final Tags UNMATCHED = Tags.of("uri", MetricPath.UNMATCHED);

  @Override
  public Tags contribute(Context context) {
    return MetricPath.isKnown(context.request()) ? Tags.empty() : UNMATCHED;
  }
}
