-- Pictures are their documents' content; everything else about them is in document.
CREATE TABLE document_image (
    doc_id VARCHAR PRIMARY KEY,
    media_type VARCHAR NOT NULL,
    width INTEGER NOT NULL,
    height INTEGER NOT NULL,
    content BLOB NOT NULL
);
