package io.iamplane.shared.wire;

import jakarta.ws.rs.core.HttpHeaders;
import org.jboss.resteasy.reactive.RestResponse;

/** The answers that show one resource with its revision as the entity tag. */
public final class Answer {

  private Answer() {}

  /** 200 with a resource. */
  public static <T> RestResponse<Data<T>> of(T view, long revision) {
    return of(view, new Revision(revision));
  }

  /** 200 with a resource that also shows what no revision counts. */
  public static <T> RestResponse<Data<T>> of(T view, Revision revision) {
    return RestResponse.ResponseBuilder.<Data<T>>ok(new Data<>(view))
        .header(HttpHeaders.ETAG, revision.etag())
        .build();
  }

  /** 201 with a resource that was made, is never changed and is read in its list. */
  public static <T> RestResponse<Data<T>> created(T view) {
    return RestResponse.ResponseBuilder.<Data<T>>create(RestResponse.Status.CREATED)
        .entity(new Data<>(view))
        .build();
  }

  /**
   * 201 with a resource that was made.
   *
   * @param path where it is read; a relative reference, because an absolute one would be built from
   *     the header Host
   */
  public static <T> RestResponse<Data<T>> created(String path, T view, long revision) {
    return RestResponse.ResponseBuilder.<Data<T>>create(RestResponse.Status.CREATED)
        .header(HttpHeaders.LOCATION, path)
        .header(HttpHeaders.ETAG, new Revision(revision).etag())
        .entity(new Data<>(view))
        .build();
  }
}
